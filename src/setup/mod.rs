//! Registration with the agents, keeping their files as they are.
