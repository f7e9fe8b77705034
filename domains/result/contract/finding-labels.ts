/** What is held against somebody's attempts, in words. */
export const findingLabels = { anomaly: '有异常', cheat: '作弊' } as const
