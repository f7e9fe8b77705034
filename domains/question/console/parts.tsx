export { BankTab, QuestionBankPicker } from './bank-picker.tsx'
export { BankMultiSelect } from './bank-select.tsx'
export { QuestionPicker } from './question-picker.tsx'
export { QuestionView } from './question-view.tsx'
