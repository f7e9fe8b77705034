export { BankChoice } from './bank-choice.tsx'
export { BankTab, QuestionBankPicker } from './bank-picker.tsx'
export { QuestionPicker } from './question-picker.tsx'
export { QuestionView } from './question-view.tsx'
