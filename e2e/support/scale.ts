/** Whether this is `npm run test:full`, which runs long tests in full. `npm test` runs a small part of each. */
export const IS_FULL = process.env.FULL_TESTS !== undefined;
