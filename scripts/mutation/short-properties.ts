import fc from 'fast-check';

// A mutant runs all tests that reach it: a property that holds for a quarter of a second on instrumented code holds.
fc.configureGlobal({ interruptAfterTimeLimit: 250, markInterruptAsFailure: false, seed: 1 });
