import type { Module } from '@kaopei/server'
import { followMarked, staffChangedListener } from './audience.follow.ts'
import { groupEndpoints } from './group.handlers.ts'
import { settlingEndpoints } from './settle.handlers.ts'
import { staffEndpoints } from './staff.handlers.ts'

/** Who takes part in projects. */
export const peopleModule: Module = {
  endpoints: [...staffEndpoints, ...groupEndpoints, ...settlingEndpoints],
  listeners: [staffChangedListener],
  backlogs: [followMarked],
}
