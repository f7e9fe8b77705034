import type { Module } from '@kaopei/server'
import { addEvidenceRoute } from './evidence.routes.ts'
import { reviewEndpoints } from './review.handlers.ts'

/** Looking at what was recorded, and marking it. */
export const reviewModule: Module = { endpoints: reviewEndpoints, routes: addEvidenceRoute }
