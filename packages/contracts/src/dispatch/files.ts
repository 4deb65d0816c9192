/** Media types of the files people download and upload, as their Content-Type begins. */
export const CSV_MEDIA_TYPE = 'text/csv';
export const TEXT_MEDIA_TYPE = 'text/plain';
export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
