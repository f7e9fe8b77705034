import type { Module } from '@kaopei/server'

export const proctoringModule: Module = { endpoints: [] }
