import type { InputOf, OutputOf } from '@kaopei/contract'
import type { loop } from '../../contract/loop.ts'

/** What the steps of the wizard hand to one another. */
export type Chosen = InputOf<typeof loop.propose>['people']
export type Proposal = OutputOf<typeof loop.propose>
export type Order = Pick<InputOf<typeof loop.create>, 'name' | 'courseIds' | 'hasPractice' | 'exam'>
