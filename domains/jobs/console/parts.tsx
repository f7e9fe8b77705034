export { ExportButton, type ExportButtonProps } from './export-button.tsx'
export { JobProgress, type JobProgressProps } from './job-progress.tsx'
export { JobTray } from './job-tray.tsx'
