import { whenOpened } from '@kaopei/web'

export { BankChoice } from './banks/bank-choice.tsx'
export { BankTab, QuestionBankPicker } from './banks/bank-picker.tsx'
export { BankMultiSelect } from './banks/bank-select.tsx'
export { KeyNotice } from './editor/key-notice.tsx'
export { QuestionView } from './question-view.tsx'

export const QuestionPicker = whenOpened(async () => ({ default: (await import('./question-picker.tsx')).QuestionPicker }))
