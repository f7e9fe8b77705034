import type { Module } from '@kaopei/server'

export const venueModule: Module = { endpoints: [] }
