/** What the random tests begin with: another in each run; fast-check prints it when a test fails, and `TPP_SEED` gives it again. */
export const SEED = Number(process.env['TPP_SEED'] ?? Date.now() % 1_000_000);
