//! One file an agent: decode its JSON, encode the decision.
