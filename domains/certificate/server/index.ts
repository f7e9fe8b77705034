import type { Module } from '@kaopei/server'

export const certificateModule: Module = { endpoints: [] }
