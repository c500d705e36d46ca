//! Rivals from other worlds: how to build the programs under `rivals/`, and how to run them.
//!
//! Each speaks the protocol of the crate `rival`. None is built unless it is asked for, by `--rival`; what is
//! missing to build it is said with what to install.

use measure::{Program, Subprocess};
use signer::Backend;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where records of runs with rivals go, in the folder of a machine: what they measure is compared within
/// a run, and the records of the backends stay as they are.
pub(crate) const FOLDER: &str = "rivals";

/// A program under `rivals/`.
#[derive(Debug)]
pub(crate) struct Rival {
    /// Its name, which is that of its backend.
    pub(crate) name: &'static str,
    /// Its folder under `rivals/`.
    folder: &'static str,
    /// What has to be there to build and to run it.
    needs: &'static [Need],
    /// Commands that build it, run in its folder.
    build: &'static [&'static [&'static str]],
    /// The command that runs it, run in its folder.
    run: &'static [&'static str],
}

/// A program that has to be there.
#[derive(Debug)]
struct Need {
    /// A command that succeeds where it is.
    command: &'static [&'static str],
    /// What it is called, and how to get it.
    install: &'static str,
}

const CARGO: Need = Need { command: &["cargo", "--version"], install: "Rust (https://rustup.rs)" };
const CC: Need =
    Need { command: &["cc", "--version"], install: "a C compiler (Debian: apt install gcc)" };
const CMAKE: Need =
    Need { command: &["cmake", "--version"], install: "CMake (Debian: apt install cmake)" };
const GO: Need =
    Need { command: &["go", "version"], install: "Go 1.22 or newer (https://go.dev/dl)" };
const JAVA: Need = Need {
    command: &["javac", "-version"],
    install: "a JDK, 17 or newer (Debian: apt install openjdk-17-jdk-headless)",
};
const MAVEN: Need =
    Need { command: &["mvn", "--version"], install: "Maven (Debian: apt install maven)" };

const CARGO_BUILD: &[&str] = &["cargo", "build", "--release", "--locked", "--quiet"];

/// Every rival.
const RIVALS: &[Rival] = &[
    Rival {
        name: "bouncycastle",
        folder: "bouncycastle",
        needs: &[JAVA, MAVEN],
        build: &[&["mvn", "--quiet", "--batch-mode", "package"]],
        run: &["java", "-jar", "target/rival.jar"],
    },
    Rival {
        name: "circl",
        folder: "go",
        needs: &[GO],
        build: &[&["go", "build", "-o", "target/rival", "."]],
        run: &["target/rival", "circl"],
    },
    Rival {
        name: "go-xmssmt",
        folder: "go",
        needs: &[GO],
        build: &[&["go", "build", "-o", "target/rival", "."]],
        run: &["target/rival", "go-xmssmt"],
    },
    Rival {
        name: "liboqs",
        folder: "liboqs",
        needs: &[CARGO, CC, CMAKE],
        build: &[CARGO_BUILD],
        run: &["target/release/liboqs"],
    },
    Rival {
        name: "rustcrypto-xmss",
        folder: "rustcrypto-xmss",
        needs: &[CARGO],
        build: &[CARGO_BUILD],
        run: &["target/release/rustcrypto-xmss"],
    },
    Rival {
        name: "wolfcrypt",
        folder: "wolfcrypt",
        needs: &[CARGO, CC],
        build: &[CARGO_BUILD],
        run: &["target/release/wolfcrypt"],
    },
];

/// The backends of the rivals that `--rival` names, built and started. They stay for the rest of the program,
/// like all backends.
///
/// # Errors
///
/// A sentence that says what is unknown or missing, or what went wrong.
pub(crate) fn start(
    names: &[String],
    root: &Path,
    patience: Duration,
) -> Result<Vec<&'static dyn Backend>, String> {
    let start = |rival: &&'static Rival| -> Result<&'static dyn Backend, String> {
        Ok(Box::leak(Box::new(rival.start(root, patience)?)))
    };
    named(names)?.iter().map(start).collect()
}

/// The rivals that `--rival` names: `all`, or by name, each once.
///
/// # Errors
///
/// A sentence with the names that there are.
pub(crate) fn named(names: &[String]) -> Result<Vec<&'static Rival>, String> {
    if names.iter().any(|name| name.eq_ignore_ascii_case("all")) {
        return Ok(RIVALS.iter().collect());
    }
    for name in names {
        if !RIVALS.iter().any(|rival| rival.name.eq_ignore_ascii_case(name)) {
            let known: Vec<_> = RIVALS.iter().map(|rival| rival.name).collect();
            return Err(format!("unknown rival `{name}`; known: {}, all", known.join(", ")));
        }
    }
    let named = |rival: &&Rival| names.iter().any(|name| rival.name.eq_ignore_ascii_case(name));
    Ok(RIVALS.iter().filter(named).collect())
}

impl Rival {
    /// Builds it, unless it was built by the process that started this one, and starts it.
    ///
    /// # Errors
    ///
    /// A sentence that says what is missing, or what went wrong.
    fn start(&self, root: &Path, patience: Duration) -> Result<Subprocess, String> {
        let folder = root.join("rivals").join(self.folder);
        if std::env::var_os(BUILT).is_none() {
            self.build(&folder)?;
        }
        let [program, arguments @ ..] = self.run else {
            return Err(format!("{}: nothing to run", self.name));
        };
        let inside = folder.join(program);
        let path = if program.contains('/') { inside } else { program.into() };
        let arguments = arguments.iter().map(|argument| {
            let file = folder.join(argument);
            if argument.contains('/') { file.into() } else { (*argument).into() }
        });
        let program = Program { path, arguments: arguments.collect(), patience };
        let backend =
            Subprocess::start(program).map_err(|error| format!("{}: {error}", self.name))?;
        let name = backend.about().name;
        if name != self.name {
            return Err(format!("{} calls itself {name}", self.name));
        }
        Ok(backend)
    }

    /// Builds it in its folder.
    fn build(&self, folder: &Path) -> Result<(), String> {
        if !folder.is_dir() {
            return Err(format!("{}: there is no folder {}", self.name, folder.display()));
        }
        let missing = self.needs.iter().filter(|need| !need.is_met());
        let missing: Vec<_> = missing.map(|need| need.install).collect();
        if !missing.is_empty() {
            return Err(format!("{} needs {}", self.name, missing.join(", and ")));
        }
        for command in self.build {
            let [program, arguments @ ..] = command else { continue };
            let output = Command::new(program)
                .args(arguments)
                .current_dir(folder)
                .stdin(Stdio::null())
                // They are of the workspace that this program was run from.
                .env_remove("CARGO_TARGET_DIR")
                .env_remove("RUSTFLAGS")
                .output()
                .map_err(|error| format!("{}: `{program}`: {error}", self.name))?;
            if !output.status.success() {
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                let lines: Vec<_> = said.lines().collect();
                let last = lines[lines.len().saturating_sub(20)..].join("\n");
                let command = command.join(" ");
                return Err(format!(
                    "{}: `{command}` failed, {}\n{last}",
                    self.name, output.status
                ));
            }
        }
        Ok(())
    }
}

impl Need {
    fn is_met(&self) -> bool {
        let [program, arguments @ ..] = self.command else { return true };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

/// Set for processes whose parent has built what they run.
pub(crate) const BUILT: &str = "HBS_RIVALS_BUILT";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivals_go_by_their_names() {
        let names = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            named(&names).map(|rivals| rivals.iter().map(|rival| rival.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]), Ok(vec![]));
        assert_eq!(names(&["BouncyCastle", "bouncycastle"]), Ok(vec!["bouncycastle"]));
        assert_eq!(names(&["all"]).map(|all| all.len()), Ok(RIVALS.len()));
        let unknown = names(&["circl", "castle"]).expect_err("unknown");
        assert!(unknown.contains("`castle`") && unknown.contains("go-xmssmt"), "{unknown}");
    }

    #[test]
    fn what_is_missing_is_said_with_where_to_get_it() {
        let rival = Rival {
            name: "abacus",
            folder: ".",
            needs: &[
                CARGO,
                Need { command: &["abacus-compiler"], install: "an abacus (https://example.org)" },
            ],
            build: &[],
            run: &["abacus"],
        };
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let error = rival.build(here).expect_err("no abacus");
        assert_eq!(error, "abacus needs an abacus (https://example.org)");
        let fails = Rival { needs: &[], build: &[&["cargo", "no-such-command"]], ..rival };
        let error = fails.build(here).expect_err("no such command");
        assert!(error.starts_with("abacus: `cargo no-such-command` failed"), "{error}");
        assert!(error.lines().count() > 1, "{error}");
    }

    #[test]
    fn every_rival_has_its_folder() {
        let rivals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rivals");
        for rival in RIVALS {
            assert!(rivals.join(rival.folder).is_dir(), "{}", rival.name);
        }
    }
}
