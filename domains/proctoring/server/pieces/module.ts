import type { Module } from '@kaopei/server'
import { addPieceRoute } from './piece.routes.ts'
import { planEndpoints } from './plan.handlers.ts'

/** What is recorded, and how it comes in. */
export const piecesModule: Module = { endpoints: planEndpoints, routes: addPieceRoute }
