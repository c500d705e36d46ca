//! JSON whose objects have each key once.
//!
//! Of a key that is there twice, most readers take the last and drop the other without a word.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;

/// A document in which no object has a key twice.
#[derive(Debug)]
pub(super) struct Strict(pub(super) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Any.deserialize(deserializer).map(Self)
    }
}

/// Any value.
#[derive(Clone, Copy, Debug)]
struct Any;

impl<'de> DeserializeSeed<'de> for Any {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(Any)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let value = fields.next_value_seed(Any)?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key `{key}` is there twice")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_any_reader() {
        let text = r#"{"a": [null, true, -1, 18446744073709551615, 2.5e3, "x\n"], "b": {}}"#;
        let strict: Strict = serde_json::from_str(text).expect("JSON");
        assert_eq!(strict.0, serde_json::from_str::<Value>(text).expect("JSON"));
    }

    #[test]
    fn a_key_twice_is_an_error_wherever_it_is() {
        for text in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "c": 2, "a": []}}]"#] {
            let error = serde_json::from_str::<Strict>(text).expect_err("twice").to_string();
            assert!(error.contains("the key `a` is there twice at line 1"), "{error}");
        }
        let of_two = serde_json::from_str::<Strict>(r#"[{"a": 1}, {"a": 1}]"#);
        assert!(of_two.is_ok(), "of two objects");
    }
}
