/** What can be done with a project in which state, and what it is then: the one table for calls and buttons. */
import { projectStatus } from './codes.ts'

const { draft, shelved, unshelved, ended, archived } = projectStatus
type Status = (typeof projectStatus.options)[number]['value']

export const transitions = {
  /** 上架 */
  upShelf: { from: [draft, unshelved], to: shelved },
  /** 下架: those who take part go on, nobody new comes in. */
  offShelf: { from: [shelved], to: unshelved },
  /** 结束, by a person or by the clock: nothing counts any more. */
  end: { from: [shelved, unshelved], to: ended },
  /** 归档: what is there is frozen. */
  archive: { from: [ended], to: archived },
} as const satisfies Record<string, { readonly from: readonly Status[]; readonly to: Status }>

export type Transition = keyof typeof transitions

/** Undefined: not from there. */
export function statusAfter(status: number, transition: Transition): Status | undefined {
  const { from, to } = transitions[transition]
  return from.some((one) => one === status) ? to : undefined
}

/** Stages, tasks and people may be changed. */
export const isChangeable = (status: number): boolean => status < ended

/** What people do counts. */
export const isRunning = (status: number): boolean => status === shelved || status === unshelved

/** Only what nobody ever saw is deleted; the rest is archived. */
export const isDeletable = (status: number): boolean => status === draft
