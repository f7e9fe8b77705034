export { QuestionPicker } from './question-picker.tsx'
export { QuestionView } from './question-view.tsx'
