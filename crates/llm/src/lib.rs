//! One request to a model becomes one reply.
