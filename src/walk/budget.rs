//! One allowance of work for the whole call. Spent, nothing of the call is approved, and no rule lifts that.

/// What is left of the call's allowance.
#[derive(Debug)]
pub(crate) struct Budget {
    steps: u32,
    bytes: usize,
    spent: bool,
}

impl Budget {
    /// Commands and expansions that one call may cost.
    const STEPS: u32 = 6_000;
    /// Bytes of values that one call may build up.
    const BYTES: usize = 4 << 20;

    pub(crate) fn new() -> Self {
        Self { steps: Self::STEPS, bytes: Self::BYTES, spent: false }
    }

    /// Takes one step; `false` where none is left.
    pub(crate) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => self.spent = true,
        }
        !self.spent
    }

    /// Accounts for text that was built.
    pub(crate) fn build(&mut self, bytes: usize) -> bool {
        match self.bytes.checked_sub(bytes) {
            Some(left) => self.bytes = left,
            None => self.spent = true,
        }
        !self.spent
    }

    /// Gives up: something grew past what is followed.
    pub(crate) fn spend(&mut self) {
        self.spent = true;
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.spent
    }
}
