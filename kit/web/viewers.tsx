import { whenShown } from './when-opened.tsx'

// What shows files to people; the code of each comes when it is shown.

export const ArticlePreview = whenShown(() => import('./viewers/article-preview.tsx'))
export const DocumentViewer = whenShown(() => import('./viewers/document-viewer.tsx'))
export const FileViewer = whenShown(() => import('./viewers/file-viewer.tsx'))
export const MediaPlayer = whenShown(() => import('./viewers/media-player.tsx'))
export const CodeViewer = whenShown(() => import('./viewers/code-viewer.tsx'))
