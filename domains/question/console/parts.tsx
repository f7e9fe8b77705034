import { whenOpened } from '@kaopei/web'

export { BankChoice } from './bank-choice.tsx'
export { BankTab, QuestionBankPicker } from './bank-picker.tsx'
export { BankMultiSelect } from './bank-select.tsx'
export { KeyNotice } from './key-notice.tsx'
export { QuestionView } from './question-view.tsx'

export const QuestionPicker = whenOpened(async () => ({ default: (await import('./question-picker.tsx')).QuestionPicker }))
