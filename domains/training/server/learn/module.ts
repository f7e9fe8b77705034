import type { Module } from '@kaopei/server'
import { ownSessionEndpoints } from '../sessions/own.handlers.ts'
import { sessionEndpoints } from '../sessions/session.handlers.ts'
import { learnEndpoints } from './learn.handlers.ts'

/** What those who take part see and do, and who was in the room. */
export const learnModule: Module = { endpoints: [...learnEndpoints, ...ownSessionEndpoints, ...sessionEndpoints] }
