/**
 * What documents and project files say is compared with the code. Files and class files are read, nothing is started; what
 * a document generates from one module's code is compared in that module.
 */
package io.sternway.systemtests.documents;
