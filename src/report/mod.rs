//! A decision in words: explanation, guidance, sanitising, JSON.
