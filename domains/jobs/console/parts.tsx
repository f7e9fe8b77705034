export { JobProgress, type JobProgressProps } from './job-progress.tsx'
export { JobTray } from './job-tray.tsx'
