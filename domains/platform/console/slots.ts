/** What all rooms add to the screens of the operation log. */
import type { LogWords } from '@kaopei/contract'
import { slot } from '@kaopei/web'

/** Words for the fields of logged changes, loaded when somebody looks at one. */
export const logWords = slot<() => Promise<LogWords>>()
