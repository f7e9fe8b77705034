import { TotalCache } from '@kaopei/server'

/** Of lists of people. */
export const staffTotals = new TotalCache()
