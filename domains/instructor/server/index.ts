import type { Module } from '@kaopei/server'

export const instructorModule: Module = { endpoints: [] }
