import type { Module } from '@kaopei/server'

export const courseModule: Module = { endpoints: [] }
