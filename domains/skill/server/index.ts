import type { Module } from '@kaopei/server'

export { type Evidence, recordEvidence, withdrawEvidence } from './evidence/record.ts'

export const skillModule: Module = { endpoints: [] }
