import type { LogWords } from '@kaopei/contract'

export const questionnaireLogWords: LogWords = {}
