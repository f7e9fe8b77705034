export {
  createShareToken,
  noteTokenUse,
  readShareToken,
  revokeShareTokens,
  type ShareToken,
  type WantedToken,
} from './share-token.ts'
export { createShortLink, type WantedLink } from './short-link.ts'
export { type StoredToken, selectTokens } from './token.sql.ts'
