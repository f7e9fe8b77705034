import type { LogWords } from '@kaopei/contract'

export const practiceLogWords: LogWords = {}
