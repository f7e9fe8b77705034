import type { Module } from '@kaopei/server'
import { ownVerdictEndpoints } from './own-verdict.handlers.ts'
import { verdictEndpoints } from './verdict.handlers.ts'

/** What people decide about attempts, and what candidates are told and say. */
export const verdictsModule: Module = { endpoints: [...verdictEndpoints, ...ownVerdictEndpoints] }
