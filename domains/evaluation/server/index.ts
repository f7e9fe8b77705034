import type { Module } from '@kaopei/server'

export const evaluationModule: Module = { endpoints: [] }
