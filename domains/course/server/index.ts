import type { Module } from '@kaopei/server'

export { type Chapter, type Outline, outlineOf, publishedOutline, type TaskRow } from './outline/outline.sql.ts'

export const courseModule: Module = { endpoints: [] }
