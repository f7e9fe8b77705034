import type { InputOf } from '@kaopei/contract'
import type { questionnaireResults } from '../../contract/results.ts'

/** What the sheets must meet, as the calls take it. */
export type WishedFilter = Omit<InputOf<typeof questionnaireResults.statistics>, 'id'>

export const noFilter: WishedFilter = {}
