/**
 * A question as a candidate sees it, and its answer on the way back: for every screen that shows questions to be answered. A value goes in, changes
 * come out; what an exam is, who keeps the answer and when it counts are others' to know. No UI library: it is in the exam's bundle.
 */
export { answerByKey, isTyping } from './answer-keys.ts'
export { AnswerText, lettersOf } from './answer-text.tsx'
export { KeyText } from './key-text.tsx'
export { type PictureUpload, PictureUploads } from './picture-uploads.ts'
export { picturesOf, preloadPictures } from './preload-pictures.ts'
export { QuestionCard } from './question-card.tsx'
export { InlineHtml, QuestionHtml } from './question-html.tsx'
export { letterOf } from './question-inputs.tsx'
export { answerOfShort, shortAnswerOf, withoutExpiry } from './short-answer-html.ts'
export type { PicturesOfAnswer } from './short-answer-input.tsx'
export { shrinkAnswer } from './shrink-answer.ts'
