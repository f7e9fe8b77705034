import type { Module } from '@kaopei/server'

export const practiceModule: Module = { endpoints: [] }
