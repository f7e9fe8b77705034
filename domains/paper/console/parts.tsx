export { draftOf, entriesOf, type PaperDraft } from './paper-draft.ts'
export { PaperEditor } from './paper-editor.tsx'
export { PaperQuestions } from './paper-questions.tsx'
