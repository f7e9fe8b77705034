import type { InputOf } from '@kaopei/contract'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import type { questionnaireResults } from '../../contract/results.ts'

/** What the sheets must meet, as the calls take it. */
export type WishedFilter = Omit<InputOf<typeof questionnaireResults.statistics>, 'id'>

export const noFilter: WishedFilter = {}

/** The figures and the cross-table are of the same sheets, and so is what is exported beside them. */
export interface Filtering {
  readonly detail: QuestionnaireDetail
  readonly filter: WishedFilter
  readonly onFilter: (filter: WishedFilter) => void
}
