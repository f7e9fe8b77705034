import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const skillLogWords: LogWords = {}
