import type { LogWords } from '@kaopei/contract'

export const trainingLogWords: LogWords = {}
