/** Everything that other rooms, the server and the screens need to know of a question: content, view, answer, rule. */
export * from './answer.ts'
export * from './candidate-view.ts'
export * from './option-references.ts'
export * from './question-content.ts'
export * from './question-type.ts'
export * from './score-choices.ts'
export * from './scoring-rule.ts'
export * from './worked-example.ts'
