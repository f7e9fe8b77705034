/** Of the statuses of exams those that decide about questions. Exams stand above: `tools/bare-codes.test.ts` holds them to `examStatus`. */
export const examStanding = { draft: 0, published: 1 } as const
