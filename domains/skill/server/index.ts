import type { Module } from '@kaopei/server'

export const skillModule: Module = { endpoints: [] }
