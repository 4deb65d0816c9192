/** Media types of downloaded and uploaded files, matched against the beginning of Content-Type. */
export const CSV_MEDIA_TYPE = 'text/csv';
export const TEXT_MEDIA_TYPE = 'text/plain';
export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const GPX_MEDIA_TYPE = 'application/gpx+xml';
export const JSON_LINES_MEDIA_TYPE = 'application/x-ndjson';
export const ZIP_MEDIA_TYPE = 'application/zip';
