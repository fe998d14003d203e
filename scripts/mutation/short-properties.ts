import fc from 'fast-check';

// Each mutant runs all tests that reach it, so a property is accepted if it holds for a quarter of a second of
// instrumented code.
fc.configureGlobal({ interruptAfterTimeLimit: 250, markInterruptAsFailure: false, seed: 1 });
