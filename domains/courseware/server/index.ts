import type { Module } from '@kaopei/server'

export const coursewareModule: Module = { endpoints: [] }
