import type { Module } from '@kaopei/server'

export const questionnaireModule: Module = { endpoints: [] }
