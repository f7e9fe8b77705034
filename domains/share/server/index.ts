import type { Module } from '@kaopei/server'
import { linkEndpoints } from './link.handlers.ts'
import { addLinkRoute } from './link.routes.ts'
import { publicUploadEndpoints } from './public-upload.handlers.ts'
import { uploadLinkEndpoints } from './upload-link.handlers.ts'

export {
  createShareToken,
  linkStateOf,
  noteTokenUse,
  readShareToken,
  renewShareToken,
  revokeShareTokens,
  type ShareToken,
  type WantedToken,
} from './share-token.ts'
export { createShortLink, type WantedLink } from './short-link.ts'
export { siteOfLinks } from './site.ts'
export { type StoredToken, selectTokens, tokenExpiries } from './token.sql.ts'
export { admitDevice } from './token-device.ts'

export const shareModule: Module = {
  endpoints: [...linkEndpoints, ...uploadLinkEndpoints, ...publicUploadEndpoints],
  routes: addLinkRoute,
}
